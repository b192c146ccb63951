import type { Library, LibraryItem } from '#server/domain/integrations/library.types'
import { patient } from './prowlarr.fixture'

/** All that a walk over a media server comes upon, in its order. */
export async function walked(library: Library): Promise<LibraryItem[]> {
  const items: LibraryItem[] = []
  for await (const page of library.walk(patient())) items.push(...page)
  return items
}
