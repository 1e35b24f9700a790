package process

import (
	"bytes"
	"os"
	"strconv"
)

// mostAbove is how many processes above this one are looked at.
const mostAbove = 256

// Above says whether a process above this one was started with an entry in its
// environment. What a process was started with it cannot take from those above it. One
// that cannot be read, as another user's, is passed over.
func Above(entry string) bool {
	pid := os.Getppid()
	for range mostAbove {
		if pid < 1 {
			return false
		}
		dir := "/proc/" + strconv.Itoa(pid)
		if env, err := os.ReadFile(dir + "/environ"); err == nil && bytes.Contains(append([]byte{0}, env...), []byte("\x00"+entry+"\x00")) {
			return true
		}
		stat, err := os.ReadFile(dir + "/stat")
		if err != nil {
			return false
		}
		fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:]) // its name may hold blanks and brackets
		if len(fields) < 2 {
			return false
		}
		if pid, err = strconv.Atoi(string(fields[1])); err != nil {
			return false
		}
	}
	return false
}
