# syntax=docker/dockerfile:1

FROM node:24-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-slim
LABEL org.opencontainers.image.title="Earmark" \
      org.opencontainers.image.description="Audiobook requests for people who share a media server" \
      org.opencontainers.image.licenses="MIT"
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /build/.output ./
COPY scripts/healthcheck.mjs LICENSE ./
# Open to every user id, so that any `user:` can write to a volume made from this directory.
RUN install -d -m 0777 /config
USER node
VOLUME /config
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --start-interval=1s --retries=3 \
  CMD ["node", "/app/healthcheck.mjs"]
# Exec form: the server is process 1 and handles SIGTERM itself; it starts no processes that would need reaping.
CMD ["node", "server/index.mjs"]
