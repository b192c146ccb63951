import type { DownloadPreviewDto } from '#contract/download-settings'

export type PreviewRelease = DownloadPreviewDto['releases'][number]

/** What became of a release; `place` is by how many places it moved, upwards above 0. */
interface PreviewChange {
  verdict: 'accepted' | 'rejected' | 'automatic' | 'by_hand' | null
  place: number
}

/** How the changed settings see a release otherwise than those that are saved. */
export function changeOf(release: PreviewRelease): PreviewChange {
  const { accepted, automatic } = release.verdict
  const place = release.previous_rank - release.rank
  if (accepted !== release.previously_accepted) return { verdict: accepted ? 'accepted' : 'rejected', place }
  if (automatic !== release.previously_automatic)
    return { verdict: automatic ? 'automatic' : 'by_hand', place }
  return { verdict: null, place }
}

/** How many releases are seen otherwise. */
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
 * The release that would be grabbed automatically: the best that something besides its title speaks for.
 * @param releases best first
 */
export function firstChoice(releases: readonly PreviewRelease[]): PreviewRelease | null {
  return releases.find(({ verdict }) => verdict.accepted && verdict.automatic) ?? null
}
