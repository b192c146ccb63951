import { z } from 'zod'
import { optionalText, outsideText } from '#server/upstream/outside-text'
import { number } from './client-values'

const id = z.string().regex(/^[\x21-\x7e]{1,200}$/)

/** From the response to `GET /System/Info`. */
export const systemInfoSchema = z.object({ Id: id, Version: optionalText })

/** A row of `GET /Library/VirtualFolders`; libraries of mixed content have no type. */
export const virtualFolderSchema = z
  .object({ ItemId: id, Name: outsideText.catch(''), CollectionType: optionalText })
  .transform(({ ItemId, Name, CollectionType }) => ({ id: ItemId, name: Name, type: CollectionType ?? null }))
export type VirtualFolder = z.infer<typeof virtualFolderSchema>

export const itemsSchema = z.object({
  Items: z.array(z.unknown()),
  TotalRecordCount: z.number().int().nonnegative(),
})

/** A row of `GET /Items`: a file or, if the server merges several files, an album. */
export const itemSchema = z.object({
  Id: id,
  Name: optionalText,
  Type: outsideText,
  Album: optionalText,
  AlbumArtist: optionalText,
  AlbumArtists: z
    .array(z.object({ Name: outsideText }))
    .nullish()
    .catch(null),
  Artists: z.array(outsideText).nullish().catch(null),
  People: z
    .array(z.object({ Name: outsideText, Type: optionalText }).nullable().catch(null))
    .nullish()
    .catch(null),
  SeriesName: optionalText,
  /** The place of a Book in its series; the track number of an AudioBook. */
  IndexNumber: number,
  ParentId: optionalText,
  Path: optionalText,
  LocationType: optionalText,
  /** ISO 8601, with a precision of 100 nanoseconds. */
  DateCreated: optionalText,
  /** In units of 100 nanoseconds. */
  RunTimeTicks: z.number().nonnegative().nullish().catch(null),
  ProviderIds: z.record(z.string(), outsideText.nullable().catch(null)).nullish().catch(null),
})
export type MediaItem = z.infer<typeof itemSchema>
