package tool

// Resting is a tool whose command names files of the workspace, that moves or deletes one, or that runs
// in a folder of it. Rests is a digest of what is in them, or of which folder that is, "" if it names none. It is called in jobs, with the workspace and
// the arguments of a call.
type Resting interface {
	Rests(Call) string
}

// ChangedFile is what the assistant reads about a move or a deletion of a file that changed between the yes of a
// person and the start of the call.
func ChangedFile(name string) string {
	return name + " was not run: the file has changed since the user was asked. Call it again if it is still needed; the user is asked then."
}

// ChangedFolder is what it reads about a command whose folder is another one by then.
func ChangedFolder(name string) string {
	return name + " was not run: the folder that it was to run in is another one since the user was asked. Call it again if it is still needed; the user is asked then."
}

// Absent stands for the digest of a file that is to be moved or deleted, and is not there.
const Absent = "none"
