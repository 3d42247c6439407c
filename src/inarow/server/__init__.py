"""The web app: a FastAPI server with live games, analysis and a lab, and the page it serves."""
