package main

import (
	"errors"
	"os"
)

func peak(*os.ProcessState) (int64, error) {
	return 0, errors.New("how much memory a process had is not measured on Windows")
}
