package teatest

import (
	"errors"
	"os"
	"syscall"
)

// There are no pseudo-terminals of this kind on Windows: Start fails when it opens one, so
// nothing here is reached. It is here so that everything builds.

// controlling is for a Unix.
func controlling(int) *syscall.SysProcAttr { return nil }

// alone is for a Unix.
func alone() *syscall.SysProcAttr { return nil }

func polled(*os.File) (*os.File, error) { return nil, errors.ErrUnsupported }

func killGroup(int, syscall.Signal) error { return errors.ErrUnsupported }

func resize(*os.File, int, int) error { return errors.ErrUnsupported }
