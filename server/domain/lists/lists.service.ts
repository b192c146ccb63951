import type { RequestedBookDto } from '#contract/books'
import type { Region } from '#contract/common'
import {
  MAX_ENTRIES,
  MAX_LISTS,
  type HardcoverListBody,
  type ListDto,
  type ListEntriesQuery,
  type ListEntryChange,
  type ListEntryDto,
  type ListSelection,
  type NewListBody,
} from '#contract/lists'
import type { FeatureContext } from '#server/domain/feature-context'
import { bind } from '#server/domain/bind'
import type { CurrentUser } from '#server/domain/auth/auth.types'
import type { BookFacts } from '#server/domain/books/books.types'
import { keptFrom, presentEntry, presentList } from './list-view.rules'
import {
  listImportRunning,
  listTooLong,
  listWithoutBooks,
  noSuchEntry,
  noSuchList,
  tooManyLists,
} from './lists.errors'
import type { ListsRepository } from './lists.repository'
import type { KeptEntry, KeptList, ReadEntry, ReadList } from './lists.types'
import { matchedState } from './outcome.rules'

export interface ListsContext extends Pick<
  FeatureContext,
  'transaction' | 'lockUser' | 'announce' | 'clock'
> {
  repository: ListsRepository
  /** Reads the “Want to Read” books of a Hardcover account. */
  readHardcover: (token: string) => Promise<ReadEntry[]>
  /** Reads pasted or uploaded text. */
  readList: (text: string, shelves: NewListBody['shelves']) => Promise<ReadList>
  books: { present(user: CurrentUser, books: readonly BookFacts[]): Promise<RequestedBookDto[]> }
  /** Wakes the worker. */
  wake: () => void
  config: { baseUrl: string; defaultRegion: Region }
}

type Context = ListsContext

/** Imported lists of books. */
export function createLists(context: Context) {
  // Reading a long text takes a while of everyone's time.
  const importing = new Set<string>()
  async function alone<T>({ id }: CurrentUser, work: () => Promise<T>): Promise<T> {
    if (importing.has(id)) throw listImportRunning()
    importing.add(id)
    return work().finally(() => importing.delete(id))
  }
  const {
    create: importText,
    createFromHardcover: importHardcover,
    ...rest
  } = bind(context, {
    create,
    createFromHardcover,
    list,
    get,
    entries,
    change,
    select,
    request,
    remove,
    prune,
  })
  return {
    ...rest,
    /** Like {@link create}. @throws AppError also `list_import_running` while the same person imports another list. */
    create: (user: CurrentUser, body: NewListBody) => alone(user, () => importText(user, body)),
    /** Like {@link createFromHardcover}. @throws AppError also `list_import_running`. */
    createFromHardcover: (user: CurrentUser, body: HardcoverListBody) =>
      alone(user, () => importHardcover(user, body)),
  }
}

/**
 * Imports a list. Its entries are matched in the background.
 * @throws AppError `too_many_lists`, `list_too_long` or `list_without_books`.
 */
async function create(
  context: Context,
  user: CurrentUser,
  { text, name, shelves, region }: NewListBody,
): Promise<ListDto> {
  const read = await context.readList(text, shelves)
  return keep(context, user, { ...read, name: name ?? null, region })
}

/**
 * Imports the “Want to Read” books of a Hardcover account. The token is not stored.
 * @throws AppError `hardcover_refused`, `hardcover_failed`, `too_many_lists`, `list_too_long` or
 *   `list_without_books`.
 */
async function createFromHardcover(
  context: Context,
  user: CurrentUser,
  { token, region }: HardcoverListBody,
): Promise<ListDto> {
  const entries = await context.readHardcover(token)
  if (entries.length === 0) throw listWithoutBooks({ why: 'empty_shelf' })
  if (entries.length > MAX_ENTRIES) throw listTooLong({ most: MAX_ENTRIES })
  return keep(context, user, { source: 'hardcover', entries, name: null, region })
}

/** Stores an import. @throws AppError `too_many_lists`. */
async function keep(
  context: Context,
  user: CurrentUser,
  {
    entries: read,
    region,
    ...described
  }: ReadList & Pick<KeptList, 'name'> & { region?: Region | undefined },
): Promise<ListDto> {
  const { repository, transaction, lockUser, config, clock, wake } = context
  const id = crypto.randomUUID()
  const createdAt = clock()
  await transaction(async (within) => {
    // Concurrent imports are counted one at a time.
    await lockUser(within, user.id)
    if ((await repository.countOf(within, user.id)) >= MAX_LISTS) throw tooManyLists({ most: MAX_LISTS })
    const row = { ...described, id, userId: user.id, region: region ?? config.defaultRegion, createdAt }
    await repository.insert(within, row, read)
  })
  wake()
  tell(context, user)
  return get(context, user, id)
}

function tell({ announce }: Context, user: CurrentUser): void {
  announce({ topic: 'lists' }, { admins: false, userIds: [user.id] })
}

/** @throws AppError `no_such_list`, also for someone else's list. */
async function find({ repository }: Context, user: CurrentUser, id: string): Promise<KeptList> {
  const found = await repository.find({ id, userId: user.id })
  if (!found) throw noSuchList()
  return found
}

async function list({ repository }: Context, user: CurrentUser): Promise<ListDto[]> {
  const [lists, counts] = await Promise.all([
    repository.list(user.id),
    repository.counts({ userId: user.id }),
  ])
  return lists.flatMap((each) => {
    const counted = counts.get(each.id)
    return counted ? [presentList(each, counted)] : []
  })
}

/** @throws AppError `no_such_list`. */
async function get(context: Context, user: CurrentUser, id: string): Promise<ListDto> {
  const [found, counts] = await Promise.all([
    find(context, user, id),
    context.repository.counts({ userId: user.id, id }),
  ])
  const counted = counts.get(id)
  if (!counted) throw noSuchList()
  return presentList(found, counted)
}

/** A page of a list's entries, with the current states of their books. @throws AppError `no_such_list`. */
async function entries(
  context: Context,
  user: CurrentUser,
  id: string,
  query: ListEntriesQuery,
): Promise<{ entries: ListEntryDto[]; total: number }> {
  const { repository, books, config } = context
  await find(context, user, id)
  const { entries: kept, total } = await repository.listEntries(id, query)
  const chosen = kept.flatMap((entry) => chosenOf(entry) ?? [])
  const shown = new Map((await books.present(user, chosen)).map((book) => [book.book.asin, book]))
  return {
    entries: kept.map((entry) => presentEntry(entry, shown.get(entry.asin ?? ''), config.baseUrl)),
    total,
  }
}

const chosenOf = ({ asin, candidates }: KeptEntry) => candidates?.find((candidate) => candidate.asin === asin)

/**
 * Chooses another book for an entry, or selects it for requesting.
 * @throws AppError `no_such_list` or `no_such_list_entry`.
 */
async function change(
  context: Context,
  user: CurrentUser,
  { id, number }: { id: string; number: number },
  { asin, selected }: ListEntryChange,
): Promise<void> {
  const { repository, clock } = context
  await find(context, user, id)
  const changes = {
    ...(asin !== undefined && (await choice(context, user, { id, number, asin }))),
    ...(selected !== undefined && { selected }),
    now: clock(),
  }
  if (!(await repository.changeEntry(id, number, changes))) throw noSuchEntry({ why: 'number', number })
  tell(context, user)
}

/** An entry with one of its alternatives. A person chose it, so it counts as sure. */
async function choice(
  { repository, books }: Context,
  user: CurrentUser,
  { id, number, asin }: { id: string; number: number; asin: string },
): Promise<Pick<KeptEntry, 'asin' | 'state' | 'selected'>> {
  const entry = await repository.findEntry(id, number)
  const chosen = entry?.candidates?.find((candidate) => candidate.asin === asin)
  if (!chosen) throw noSuchEntry({ why: 'alternative', number, asin })
  const [book] = await books.present(user, [chosen])
  const state = matchedState('sure', book)
  return { asin, state, selected: state === 'sure' }
}

/** Selects all entries in a state, or deselects all entries. @throws AppError `no_such_list`. */
async function select(
  context: Context,
  user: CurrentUser,
  id: string,
  selection: ListSelection,
): Promise<ListDto> {
  await find(context, user, id)
  await context.repository.select(id, { ...selection, now: context.clock() })
  tell(context, user)
  return get(context, user, id)
}

/** Requests the selected entries in the background. @throws AppError `no_such_list`. */
async function request(context: Context, user: CurrentUser, id: string): Promise<ListDto> {
  await find(context, user, id)
  await context.repository.begin(id, context.clock())
  context.wake()
  tell(context, user)
  return get(context, user, id)
}

/** @throws AppError `no_such_list`. */
async function remove(context: Context, user: CurrentUser, id: string): Promise<void> {
  if (!(await context.repository.remove({ id, userId: user.id }))) throw noSuchList()
  tell(context, user)
}

/** Deletes lists that no one has changed for a long time. */
async function prune({ repository, clock }: Context, signal: AbortSignal): Promise<void> {
  const before = keptFrom(clock())
  while (!signal.aborted && (await repository.removeOld(before)) > 0);
}
