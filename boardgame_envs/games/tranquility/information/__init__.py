"""What players know and cannot know: other deals that agree with all that was seen [19]."""
