"""Pages beside the simulator; each is a module that is imported on its first visit."""
