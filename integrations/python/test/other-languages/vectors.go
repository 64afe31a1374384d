package main

import (
	"encoding/json"
	"net/http"
	"os"
	"time"
)

// Prints whether Verify takes each vector of VECTORS.
func main() {
	text, err := os.ReadFile(os.Getenv("VECTORS"))
	if err != nil {
		panic(err)
	}
	var vectors []struct {
		Body    string
		Headers map[string]string
		Secret  string
		Now     int64
	}
	if err := json.Unmarshal(text, &vectors); err != nil {
		panic(err)
	}
	taken := []bool{}
	for _, one := range vectors {
		header := http.Header{}
		for name, value := range one.Headers {
			header.Set(name, value)
		}
		taken = append(taken, Verify([]byte(one.Body), header, one.Secret, time.Unix(one.Now, 0)) == nil)
	}
	_ = json.NewEncoder(os.Stdout).Encode(taken)
}
