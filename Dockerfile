# Compiles with the tools, runs without them. The version of Node is the one in package.json.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json *.ts ./
# The client and the command of packages/ are not in the image, but npm ci looks for what they need.
COPY packages/client/package.json packages/client/
COPY packages/cli/package.json packages/cli/
# The image brings Node, and the second one that npm would install is not needed.
RUN npm ci --ignore-scripts && npm rebuild argon2 esbuild
COPY scripts ./scripts
COPY schema ./schema
COPY src ./src
COPY texts ./texts
COPY console ./console
# Which commit this is, for logs and metrics: docker build --build-arg BUILD_COMMIT=$(git rev-parse HEAD) .
ARG BUILD_COMMIT
RUN node build.ts emit-schema --check && node scripts/remove-unused-files.ts && node scripts/production-tree.ts /production

# pg_dump, pg_restore and their library, for backups. The newest version reads all older servers. Of the same Debian as the image.
FROM postgres:18.1-bookworm AS postgres
RUN mkdir -p /client/bin /client/lib \
  && cp /usr/lib/postgresql/18/bin/pg_dump /usr/lib/postgresql/18/bin/pg_restore /client/bin/ \
  && cp -L /usr/lib/*-linux-gnu/libpq.so.5 /client/lib/

FROM node:24.21.0-bookworm-slim
# Memory that is freed goes back to the system at once.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
# What the programs and the library need. Debian's own libpq must not be there, because the loader could choose it.
RUN apt-get update \
  && apt-get install -y --no-install-recommends libgssapi-krb5-2 libldap-2.5-0 liblz4-1 libssl3 libzstd1 zlib1g \
  && rm -rf /var/lib/apt/lists/*
COPY --from=postgres /client /usr/local
# A missing library ends the build here, and not the first backup.
RUN ldconfig && pg_dump --version && pg_restore --version
# /backups is for BACKUP_DIR: a volume that is mounted there gets this owner.
RUN mkdir -m 700 data /backups && chown node data /backups
COPY --from=build /production ./
USER node
EXPOSE 3000
VOLUME /app/data
# Whether the process answers, also while it waits for the database or migrates it. Load balancers ask /readyz.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "dist/main.js"]
