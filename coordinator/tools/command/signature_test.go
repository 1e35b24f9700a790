package command

import (
	"fmt"
	"strings"
	"testing"

	"parley/coordinator/tool"
)

func TestTheTestsThatFailedAreTheSignature(t *testing.T) {
	for result, want := range map[string]string{
		"--- FAIL: TestLogout (0.01s)\n    x\n--- FAIL: TestAuth (2.10s)\nFAIL":                     "test-fail:2-auth,logout",
		"--- FAIL: TestAuth (0.00s)\n    --- FAIL: TestAuth/nil (0.00s)":                            "test-fail:2-auth,auth/nil",
		"FAILED tests/test_auth.py::test_login - TypeError\nFAILED tests/test_auth.py::test_logout": "test-fail:2-login,logout",
		"FAILED to start": "",
		"test auth::nil ... FAILED\ntest ok ... ok": "test-fail:1-auth::nil",
		"ok  \tparley/forms\t0.1s":                  "",
		"--- FAIL: TestE (0s)\n--- FAIL: TestD (0s)\n--- FAIL: TestC (0s)\n--- FAIL: TestB (0s)\n--- FAIL: TestA": "test-fail:5-a,b,c,d,e",
		"--- FAIL: TestA (0.1s)\n--- FAIL: TestA (0.2s)":                                                          "test-fail:1-a",
	} {
		if got := New(Config{}).(tool.Signer).Signature(nil, result); got != want {
			t.Errorf("%q: got %q, want %q", result, got, want)
		}
	}
}

// TestManyTestsFail: a result that names half a million of them is gone through once, which takes no
// time; to compare each with all others takes longer than any test may.
func TestManyTestsFail(t *testing.T) {
	const many = 500_000
	var result, want strings.Builder
	fmt.Fprintf(&want, "test-fail:%d-", many)
	for i := range 2 * many {
		fmt.Fprintf(&result, "--- FAIL: Test%06d (0s)\n", i%many)
	}
	for i := range keptNames {
		fmt.Fprintf(&want, "%06d,", i)
	}
	if got := New(Config{}).(tool.Signer).Signature(nil, result.String()); got != strings.TrimSuffix(want.String(), ",") {
		t.Errorf("got %.300q", got)
	}
}
