import type { Library, LibraryItem } from '#server/domain/integrations/library.types'
import { neverAborted } from './prowlarr.fixture'

/** Everything that a walk through a media server finds, in order. */
export async function walked(library: Library): Promise<LibraryItem[]> {
  const items: LibraryItem[] = []
  for await (const page of library.walk(neverAborted())) items.push(...page)
  return items
}
