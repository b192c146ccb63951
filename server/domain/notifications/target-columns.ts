import type { Tables } from '#server/db/tables'

/** The columns of a target. */
export function targetColumns({ notificationTargets: targets }: Pick<Tables, 'notificationTargets'>) {
  return {
    id: targets.id,
    ownerId: targets.ownerId,
    kind: targets.kind,
    name: targets.name,
    sealedUrl: targets.url,
    sealedHeaders: targets.headers,
    events: targets.events,
    bodyType: targets.bodyType,
    body: targets.body,
    language: targets.language,
    enabled: targets.enabled,
  }
}
