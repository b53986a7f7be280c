#!/bin/sh
# Makes the secrets of cluster.yml, in files of the folder `secrets` beside this script. Files that exist are kept.
set -eu
cd "$(dirname "$0")"
mkdir -p secrets
# Nobody else enters the folder. The files themselves are mounted into containers, whose users differ.
chmod 700 secrets
umask 022

write() {
  if [ ! -e "secrets/$1" ]; then
    # Complete when it gets its name.
    printf '%s\n' "$2" > "secrets/.$1"
    mv "secrets/.$1" "secrets/$1"
  fi
}

random() {
  openssl rand -hex 32
}

write jwt_secret "$(random)"
write grafana_password "$(random)"
write database_password "$(random)"
write database_url "postgres://tack:$(cat secrets/database_password)@postgres:5432/tack"
write clickhouse_password "$(random)"
write clicks_url "http://tack:$(cat secrets/clickhouse_password)@clickhouse:8123/tack"
write valkey_conf "requirepass $(random)
save \"\"
appendonly no
maxmemory 256mb
maxmemory-policy volatile-ttl"
write redis_url "redis://:$(sed -n 's/^requirepass //p' secrets/valkey_conf)@valkey:6379"
