import { computed, toValue, type MaybeRefOrGetter } from 'vue'
import type { Region } from '#contract/common'
import type { FollowDto } from '#contract/follows'
import { useApiQuery, useChange, useOwnKey } from '#client/app/calls'
import type { BodyOf } from '#client/app/operations'
import { KEYS } from '#client/app/query-keys'

/** A series or person in a region's catalogue. */
export type Followable =
  | { kind: 'series'; asin: string; name: string; region: Region }
  | { kind: 'author' | 'narrator'; name: string; region: Region }

/** The same key for any spelling of a name. */
const keyOf = ({ kind, region, ...thing }: Followable | FollowDto) =>
  [kind, region, ('asin' in thing && thing.asin) || thing.name.toLowerCase()].join(' ')

/** Everything the person follows. */
export function useFollows() {
  return useApiQuery('listFollows', () => ({ key: [KEYS.follow, 'all'] }))
}

/** How the person follows something: null if they do not, undefined while unknown. */
export function useFollowOf(thing: MaybeRefOrGetter<Followable>) {
  const { data } = useFollows()
  return computed(
    () => data.value && (data.value.find((each) => keyOf(each) === keyOf(toValue(thing))) ?? null),
  )
}

/** Follows, unfollows, and sets automatic requests. */
export function useFollowChanges() {
  const stale = [[KEYS.discover], [KEYS.follow]]
  return {
    follow: useChange((call, body: BodyOf<'follow'>) => call('follow', { body }), ...stale),
    change: useChange(
      (call, { id, requests }: { id: string; requests: boolean }) =>
        call('patchFollow', { params: { id }, body: { requests } }),
      ...stale,
    ),
    unfollow: useChange((call, id: string) => call('unfollow', { params: { id } }), ...stale),
  }
}

/** Upcoming books by date. */
export function useCalendar() {
  return useApiQuery('getCalendar', () => ({ key: [KEYS.follow, 'calendar'] }))
}

/** A page of the inbox. */
export function useInbox(view: MaybeRefOrGetter<{ limit: number; offset: number }>) {
  return useApiQuery('listInbox', () => ({
    key: [KEYS.follow, 'inbox'],
    query: toValue(view),
    keepsPrevious: () => true,
  }))
}

/** Marks inbox items as read: some, or all. */
export function useReadInbox() {
  return useChange(
    (call, ids: string[] | undefined) => call('readInbox', { body: { ids } }),
    [KEYS.inbox],
    [KEYS.follow],
  )
}

const FEED = [KEYS.account, 'feed']

/** Whether the person's calendar has a private address. */
export const useFeed = () => useApiQuery('getFeed', useOwnKey(FEED))

/** Creates and revokes that address. */
export function useFeedChanges() {
  return {
    create: useChange((call) => call('createFeed'), FEED),
    revoke: useChange((call) => call('revokeFeed'), FEED),
  }
}
