import { causeOf } from '#contract/cause'
import { found, serverName, testAnswer, type ConnectionTestDto } from '#contract/connection-test'
import { connectionLacksLibrary } from '#server/domain/integrations/connection.errors'

/**
 * The selected libraries, given by name in any case or by id; all libraries if none are selected.
 * @throws AppError if there are none or a selected one is gone: a partial walk would be taken for a complete
 *   one.
 */
export function chosenAmong<T extends { id: string; name: string }>(
  service: string,
  libraries: readonly T[],
  choices: readonly string[],
): readonly T[] {
  const isCalled = (choice: string) => (library: T) =>
    library.id === choice || library.name.trim().toLowerCase() === choice.toLowerCase()
  const missing = choices.filter((choice) => !libraries.some(isCalled(choice)))
  if (missing.length > 0) {
    throw connectionLacksLibrary(causeOf('library_missing', { service, names: missing.join(', ') }))
  }
  const chosen =
    choices.length === 0
      ? libraries
      : libraries.filter((library) => choices.some((choice) => isCalled(choice)(library)))
  if (chosen.length === 0) throw connectionLacksLibrary(causeOf('library_none', { service }))
  return chosen
}

const SCAN = { true: 'may_scan', false: 'may_not_scan', null: 'scan_untold' } as const

/** The result of testing a media server. @param server.mayScan null if only an actual scan would show it. */
export function foundLibraries(
  service: string,
  server: { version: string | null; names: readonly string[]; mayScan: boolean | null },
): ConnectionTestDto {
  const { version, mayScan } = server
  const names = server.names.join(', ').slice(0, 300)
  const libraries = found('libraries', { server: serverName(service, version), names })
  return testAnswer('ok', version, libraries, found(SCAN[`${mayScan}`], { service }))
}
