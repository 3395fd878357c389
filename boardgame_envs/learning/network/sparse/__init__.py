"""The network computed without its zeros: inputs that are not 0, and legal actions only.

Few numbers of an observation are not 0, and few actions are legal. What torch computes for all of
them, this room computes for those few, forwards and backwards, with compiled loops for the first
and the last layer and torch for the layers between. The parameters are those of the network.
"""
