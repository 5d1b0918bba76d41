"""The tools that AI assistants may call, and the server that offers them over the Model Context Protocol."""
