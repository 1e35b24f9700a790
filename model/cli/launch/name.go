package launch

// Name is the kernel's name for a process of this program, if it can be set.
const Name = "parley"
