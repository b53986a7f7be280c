-- Creates links with random codes.
wrk.method = 'POST'
wrk.headers['Content-Type'] = 'application/json'
wrk.body = '{"longUrl":"https://example.com/bench/page?a=1"}'
