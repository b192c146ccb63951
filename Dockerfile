# Images are pinned: a tag may be moved to other contents. Update tag and digest together.

FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

# The contents of every image, whatever the runtime.
FROM scratch AS app
WORKDIR /app
COPY --from=build /build/.output ./
COPY scripts/healthcheck.mjs LICENSE ./

FROM oven/bun:1.4-slim@sha256:cb3bbbb08e13a4a2ff400f24c7a2a1d5efa83f6ef8544d52d95a519631e2fc61 AS bun
ENV NODE_ENV=production
WORKDIR /app
COPY --from=app /app ./
RUN install -d -m 0777 /config
USER bun
VOLUME /config
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --start-interval=1s --retries=3 \
  CMD ["bun", "--no-env-file", "/app/healthcheck.mjs"]
ENTRYPOINT []
CMD ["bun", "--no-env-file", "run", "server/index.mjs"]

FROM denoland/deno:debian-2.9.6@sha256:2014dc167ece617ef7e7ba40631ac2234c59e75ce693e7cc2dc2602b3c87859d AS deno
ENV NODE_ENV=production DENO_DIR=/tmp/deno
WORKDIR /app
COPY --from=app /app ./
RUN install -d -m 0777 /config
USER deno
VOLUME /config
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --start-interval=1s --retries=3 \
  CMD ["deno", "run", "-A", "/app/healthcheck.mjs"]
ENTRYPOINT []
CMD ["deno", "run", "-A", "server/index.mjs"]

FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS node
LABEL org.opencontainers.image.title="Earmark" \
      org.opencontainers.image.description="Audiobook requests for people who share a media server" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production
WORKDIR /app
COPY --from=app /app ./
# Open to every user id, so that any `user:` can write to a volume made from this directory.
RUN install -d -m 0777 /config
USER node
VOLUME /config
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --start-interval=1s --retries=3 \
  CMD ["node", "/app/healthcheck.mjs"]
# Exec form: the server is process 1 and handles SIGTERM itself; it starts no processes that would need reaping.
CMD ["node", "server/index.mjs"]
