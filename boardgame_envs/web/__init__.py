"""Play in the browser: a small server for this machine, and the page that it shows.

The rules stay here: a page is sent pictures, words and the legal actions of one seat, all made
from what that seat knows, and sends back what its player chooses.
"""
