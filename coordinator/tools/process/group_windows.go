package process

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// apart starts a process without a console of ours, so that it can neither write to the screen
// nor read keys. Its first thread is suspended until the process is in its job.
func apart() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP | windows.CREATE_NO_WINDOW | windows.CREATE_SUSPENDED}
}

// group is a job object: a process and everything that it starts. The system ends a job when
// its last handle closes, and therefore when this program ends for whatever reason.
type group struct{ job windows.Handle }

// beginGroup starts a command in a job of its own.
func beginGroup(c *exec.Cmd) (group, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return group{}, fmt.Errorf("a job object: %w", err)
	}
	g := group{job}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	_, err = windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits)))
	if err == nil {
		err = begin(c)
	}
	if err != nil {
		g.close()
		return group{}, err
	}
	if err := g.take(uint32(c.Process.Pid)); err != nil {
		_ = c.Process.Kill() // it has not begun to run
		_ = c.Wait()         // its status only says that it was killed
		over(c)
		g.close()
		return group{}, fmt.Errorf("a job object: %w", err)
	}
	return g, nil
}

// take puts a suspended process into the job and resumes it.
func (g group) take(pid uint32) error {
	process, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err != nil {
		return err
	}
	err = windows.AssignProcessToJobObject(g.job, process)
	if err = errors.Join(err, windows.CloseHandle(process)); err != nil {
		return err
	}
	return resume(pid)
}

// resume resumes the threads of a process.
func resume(pid uint32) error {
	all, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(all)
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(all, &entry); err == nil; err = windows.Thread32Next(all, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return err
		}
		_, err = windows.ResumeThread(thread)
		if err = errors.Join(err, windows.CloseHandle(thread)); err != nil {
			return err
		}
	}
	if errors.Is(err, windows.ERROR_NO_MORE_FILES) {
		return nil
	}
	return err
}

// ask ends the job at once: a process without a console cannot be asked.
func (g group) ask() bool {
	g.kill()
	return true
}

// kill ends the job. A job without processes is not an error.
func (g group) kill() { _ = windows.TerminateJobObject(g.job, 1) }

func (g group) close() { _ = windows.CloseHandle(g.job) }

// signalOf is empty: no signal ends a process on this system.
func signalOf(*os.ProcessState) string { return "" }
