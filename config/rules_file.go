//go:build unix

package config

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

const (
	maxRules     = 4 << 20               // bytes of rules.toml that are read at most
	rulesPatient = 20 * time.Millisecond // between two attempts to lock the file
)

// ReadRules reads rules.toml. A missing file has no rules. A file that is a link,
// belongs to another user, is open to others or is too large allows nothing: the error
// says so and what to do. What it asks about and refuses is returned all the same, as far
// as it can be read, since nobody is let do more by that.
func ReadRules(name string) ([]SavedRule, []RuleFault, error) {
	doc, err := readRules(name)
	if err != nil {
		return strictRules(name), nil, err
	}
	rules, faults := parseRules(doc)
	return rules, faults, nil
}

// strictRules returns the asks and denies of a file, whoever could have written it.
func strictRules(name string) []SavedRule {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a pipe must not be waited for
	if err != nil {
		return nil // that the file cannot be used was said
	}
	defer f.Close() // only read: there is nothing to lose
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	doc, err := io.ReadAll(io.LimitReader(f, maxRules))
	if err != nil {
		return nil
	}
	rules, _ := parseRules(string(doc))
	return slices.DeleteFunc(rules, func(r SavedRule) bool { return r.Kind != "ask" && r.Kind != "deny" })
}

func readRules(name string) (string, error) { return readPrivate(name, textRulesRefused) }

// readPrivate reads a file that decides something: it must be the user's own, not a
// link, and closed to others. refused says why a file is not used.
func readPrivate(name string, refused func(name, why string) string) (string, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case errors.Is(err, syscall.ELOOP) || errors.Is(err, syscall.EMLINK):
		return "", errors.New(refused(name, textRulesLink))
	case err != nil:
		return "", fmt.Errorf("%s: %s", name, textUnreadable(err))
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", fmt.Errorf("%s: %s", name, textUnreadable(err))
	}
	if why := rulesRefused(info, os.Geteuid()); why != "" {
		return "", errors.New(refused(name, why))
	}
	doc, err := io.ReadAll(io.LimitReader(f, maxRules+1))
	if err != nil {
		return "", fmt.Errorf("%s: %s", name, textUnreadable(err))
	}
	if len(doc) > maxRules {
		return "", errors.New(refused(name, textTooLarge(maxRules)))
	}
	return string(doc), nil
}

// rulesRefused says why a file gives no permission.
func rulesRefused(info fs.FileInfo, me int) string {
	st, ok := info.Sys().(*syscall.Stat_t)
	switch {
	case !info.Mode().IsRegular():
		return textNotFile
	case !ok || int(st.Uid) != me:
		return textRulesForeign
	case info.Mode().Perm()&0o077 != 0:
		return textRulesOpen
	}
	return ""
}

// AddRules appends rules to rules.toml. What is there stays byte for byte, even if it
// cannot be read, and so does what another process adds at the same time.
func AddRules(ctx context.Context, name string, rules ...SavedRule) error {
	for _, r := range rules {
		if err := r.check(); err != nil {
			return fmt.Errorf("%s: %w", r.Text, err)
		}
	}
	return changeRules(ctx, name, func(doc string) string {
		if doc != "" && !strings.HasSuffix(doc, "\n") {
			doc += "\n"
		}
		for _, r := range rules {
			if doc != "" {
				doc += "\n"
			}
			doc += r.lines()
		}
		return doc
	})
}

// DropRules removes rules from rules.toml and returns the removed ones. Faulty rules
// stay.
func DropRules(ctx context.Context, name string, drop func(SavedRule) bool) ([]SavedRule, error) {
	var dropped []SavedRule
	err := changeRules(ctx, name, func(doc string) string {
		before, blocks := ruleBlocks(doc)
		kept := before
		for _, b := range blocks {
			if rule, why := b.read(); why == "" && drop(rule) {
				dropped = append(dropped, rule)
				continue
			}
			kept = append(kept, b.lines...)
		}
		return strings.Join(kept, "\n")
	})
	if err != nil {
		return nil, err
	}
	return dropped, nil
}

// changeRules locks the file, reads it, and replaces it in one step.
func changeRules(ctx context.Context, name string, change func(doc string) string) error {
	return changePrivate(ctx, name, textRulesRefused, change)
}

// changePrivate does the same for a file that readPrivate reads.
func changePrivate(ctx context.Context, name string, refused func(name, why string) string, change func(doc string) string) error {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	lock := flock.New(name+".lock", flock.SetFlag(os.O_CREATE|os.O_RDWR|syscall.O_NOFOLLOW), flock.SetPermissions(0o600))
	if _, err := lock.TryLockContext(ctx, rulesPatient); err != nil {
		return fmt.Errorf("%s: %s", name, textRulesBusy(err))
	}
	err := rewritePrivate(name, refused, change)
	return errors.Join(err, lock.Unlock())
}

func rewritePrivate(name string, refused func(name, why string) string, change func(doc string) string) error {
	doc, err := readPrivate(name, refused)
	if err != nil {
		return err
	}
	next := change(doc)
	if next == doc {
		return nil
	}
	if len(next) > maxRules {
		return errors.New(textRulesFull(name, maxRules))
	}
	return replaceFile(name, []byte(next))
}
