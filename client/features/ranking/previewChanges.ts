import type { DownloadPreviewDto } from '#contract/download-settings'

export type PreviewRelease = DownloadPreviewDto['releases'][number]

/** The effect on a release; `place` is how many places it moved, up if positive. */
interface PreviewChange {
  verdict: 'accepted' | 'rejected' | 'automatic' | 'manual_only' | null
  place: number
}

/** How the changed settings affect a release, compared with the saved ones. */
export function changeOf(release: PreviewRelease): PreviewChange {
  const { accepted, automatic } = release.verdict
  const place = release.previous_rank - release.rank
  if (accepted !== release.previously_accepted) return { verdict: accepted ? 'accepted' : 'rejected', place }
  if (automatic !== release.previously_automatic)
    return { verdict: automatic ? 'automatic' : 'manual_only', place }
  return { verdict: null, place }
}

/** How many releases are affected. */
export function countChanges(releases: readonly PreviewRelease[]) {
  const changes = releases.map(changeOf)
  const count = (is: (change: PreviewChange) => boolean) => changes.filter(is).length
  return {
    accepted: count(({ verdict }) => verdict === 'accepted'),
    rejected: count(({ verdict }) => verdict === 'rejected'),
    moved: count(({ place }) => place !== 0),
    total: count(({ verdict, place }) => verdict !== null || place !== 0),
  }
}

/**
 * The release that would be grabbed automatically: the best one corroborated by more than its title.
 * @param releases best first
 */
export function firstChoice(releases: readonly PreviewRelease[]): PreviewRelease | null {
  return releases.find(({ verdict }) => verdict.accepted && verdict.automatic) ?? null
}
