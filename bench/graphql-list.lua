-- A list of 20 links, each with its workspace.
wrk.method = "POST"
wrk.headers["Content-Type"] = "application/json"
wrk.body = '{"query":"query List { urls(first: 20) { nodes { id code destination title currentClicks isActive createdAt workspace { id name } } pageInfo { hasNextPage endCursor } } }"}'
