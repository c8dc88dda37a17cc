"""Dam It! by Graeme Jahns (HUCH!, 2018)."""
