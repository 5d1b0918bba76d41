"""What `herbarium analyse` prints."""
