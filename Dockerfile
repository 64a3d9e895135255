# Tags name the minor version, so that a rebuild includes its patches. For builds that are identical to the byte, add the
# digest, which this command prints: `docker buildx imagetools inspect node:26.10-trixie-slim`.
FROM node:26.10-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Deletes files that only compilers, editors and debuggers read.
RUN npm ci --omit=dev --omit=optional \
  && find node_modules -type f \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' \) -delete

FROM node:26.10-trixie-slim AS tools
WORKDIR /app
# The folder belongs to `node`: the tests build in it, and start a PostgreSQL, which root may not do.
RUN chown node /app
USER node
COPY --chown=node package.json package-lock.json .npmrc ./
RUN npm ci

FROM tools AS test
# The tests run the examples of the documents. The Perl of the base image lacks the modules that they load.
USER root
RUN apt-get update && apt-get install --yes --no-install-recommends curl perl && rm -rf /var/lib/apt/lists/*
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
# The files belong to root, so the service cannot change its own program. The packages change less often than the program.
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build --chown=root /app/production ./
USER node
EXPOSE 3000
# Liveness only: the service waits for a database that is away, and a restart would lose the waiting pushes.
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --start-interval=500ms \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# node instead of npm, because npm does not pass signals on. The image has no source maps.
CMD ["node", "--max-semi-space-size=64", "dist/src/main.js"]
