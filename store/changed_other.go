//go:build !linux && !darwin && !freebsd && !netbsd

package store

import (
	"os"
	"time"
)

// changeTime is not told here.
func changeTime(os.FileInfo) time.Time { return time.Time{} }
