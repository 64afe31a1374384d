# syntax=docker/dockerfile:1
# The server and the operator's command, without npm, shell or package manager. docs/containers.md says how to run it.
# Bases by digest. To renew one: docker buildx imagetools inspect node:24-trixie-slim
ARG BUILD_IMAGE=docker.io/library/node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe
ARG RUN_IMAGE=gcr.io/distroless/nodejs24-debian13:nonroot@sha256:bb6b03d81066993293a10feda7250e8e1cc034035fe9b61cfceededa7c8bf04d

# The bundle is the same on every processor, so it is built once, on the builder's own.
FROM --platform=$BUILDPLATFORM ${BUILD_IMAGE} AS build
WORKDIR /source
COPY . .
ENV CI=true
RUN npx --yes pnpm@10.34.9 install --frozen-lockfile --ignore-scripts \
  && npx --yes pnpm@10.34.9 build --out /out/fanfare
# Compose has volumes for secrets, hosted files and the server's state at these folders: a new volume takes the owner of the folder it covers.
RUN mkdir -p /out/secrets /out/database-secrets /out/files /out/state \
  && chown 65532:65532 /out/secrets /out/database-secrets /out/files /out/state

FROM ${RUN_IMAGE}
ARG VERSION=0.0.0
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Fanfare" \
  org.opencontainers.image.description="One call publishes to several social accounts, and never twice." \
  org.opencontainers.image.licenses="Apache-2.0" \
  org.opencontainers.image.source="https://github.com/fanfare-dev/fanfare" \
  org.opencontainers.image.documentation="https://github.com/fanfare-dev/fanfare/blob/main/docs/containers.md" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}"
COPY --from=build /out/fanfare /fanfare
COPY --from=build --chown=65532:65532 /out/secrets /secrets
COPY --from=build --chown=65532:65532 /out/database-secrets /database-secrets
COPY --from=build --chown=65532:65532 /out/files /files
COPY --from=build --chown=65532:65532 /out/state /state
WORKDIR /fanfare
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000
USER 65532:65532
EXPOSE 4000
STOPSIGNAL SIGTERM
# The base has no curl. /healthz answers while the process runs; /readyz would restart a server whose database is away.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["/nodejs/bin/node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/nodejs/bin/node"]
CMD ["main.js"]
