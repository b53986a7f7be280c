# Compiles with the tools, runs without them. The version of Node is the one in package.json.
FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc tsconfig.json *.ts ./
# The image brings Node, and the second one that npm would install is not needed.
RUN npm ci --ignore-scripts && npm rebuild argon2 esbuild
COPY scripts ./scripts
COPY schema ./schema
COPY src ./src
COPY console ./console
# Which commit this is, for logs and metrics: docker build --build-arg BUILD_COMMIT=$(git rev-parse HEAD) .
ARG BUILD_COMMIT
RUN node build.ts emit-schema --check && node scripts/remove-unused-files.ts && node scripts/production-tree.ts /production

FROM node:24.21.0-slim
# Memory that is freed goes back to the system at once.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
# pg_dump and pg_restore, for backups.
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
RUN mkdir -m 700 data && chown node data
COPY --from=build /production ./
USER node
EXPOSE 3000
VOLUME /app/data
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "dist/main.js"]
