package launch

// Name is what the kernel calls a process of this program, where it can be told.
const Name = "parley"
