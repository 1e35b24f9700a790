package command

import (
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
