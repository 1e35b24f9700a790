package system

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/windows"
)

// Identity tells a folder apart from any other folder that has been or will be at its
// path: by its volume, its index there, and when it was created.
func Identity(dir string) (string, error) {
	f, err := os.Open(dir)
	if err != nil {
		return "", err
	}
	var info windows.ByHandleFileInformation
	err = windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &info)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", fmt.Errorf("%s: %w", dir, err)
	}
	return fmt.Sprintf("%d:%d.%d:%d", info.VolumeSerialNumber, info.FileIndexHigh, info.FileIndexLow, info.CreationTime.Nanoseconds()), nil
}
