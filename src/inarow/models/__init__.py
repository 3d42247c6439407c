"""Loading and running trained players, without PyTorch."""
