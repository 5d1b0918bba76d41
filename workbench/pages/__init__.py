"""Pages of text: Markdown in the user's language, HTML, and the site of the guides."""
