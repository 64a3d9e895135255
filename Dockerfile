# Tags name the minor version, so that a rebuild takes in its patches. For builds that are the same to the byte,
# add the digest: `docker buildx imagetools inspect node:26.10-trixie-slim` tells it.
FROM node:26.10-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Nothing that only compilers, editors and debuggers read.
RUN npm ci --omit=dev --omit=optional \
  && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete

FROM node:26.10-trixie-slim AS tools
WORKDIR /app
# A folder of node's own: the tests build, and start a PostgreSQL, which root may not.
RUN chown node /app
USER node
COPY --chown=node package.json package-lock.json .npmrc ./
RUN npm ci

FROM tools AS test
# The calls that a first start shows are tried as they stand.
USER root
RUN apt-get update && apt-get install --yes --no-install-recommends curl && rm -rf /var/lib/apt/lists/*
USER node
COPY --chown=node . .

FROM tools AS build
COPY --chown=node ormconfig.ts tsconfig.json tsconfig.build.json ./
COPY --chown=node src ./src
COPY --chown=node web ./web
RUN npm run build
RUN mkdir -p production/web && mv web/dist production/web/ && mv dist production/ && cp package.json production/ \
  && find production -type f \( -name '*.map' -o -name '*.tsbuildinfo' \) -delete

FROM node:26.10-trixie-slim AS service
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
WORKDIR /app
# They belong to root: the service cannot change its own program. The packages change less often than the program.
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build --chown=root /app/production ./
USER node
EXPOSE 3000
# Liveness alone: while the database is away the service waits for it, and a restart would lose what waits.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --start-interval=500ms \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# node itself, not npm: npm would keep the signals of a stop to itself. No source maps, as there are none.
CMD ["node", "--max-semi-space-size=64", "dist/src/main.js"]
