/** Texts of the pages of series, authors and narrators, and of the series on the page of a book. */
export default {
  seriesPage: {
    loading: 'Loading the series',
    missingTitle: 'Series not found',
    missingText: 'The catalogue of this region does not have it. Another region may.',
    missingAction: 'Search the catalogue',
    total: 'One book | {n} books',
    counts: {
      available: '{n} in the library',
      requested: '{n} requested',
      upcoming: '{n} upcoming',
      missing: '{n} missing',
      other_edition: 'One other edition | {n} other editions',
    },
    requestMissing: 'Request the missing one | Request all {n} missing',
    reallyAll: 'Request one book? | Request {n} books?',
    reallySome: 'Request one of {all}? | Request {n} of {all}?',
    requested: 'One book requested | {n} books requested',
    someFailed:
      'One book could not be requested: {reason} | {n} books could not be requested, for example: {reason}',
    failed: 'Nothing could be requested. {reason}',
    all: 'Show it | Show all {n}',
  },
  personPage: {
    loading: 'Loading the books',
    found: 'One book so far | {n} books so far',
    sort: 'Sort by',
    sorts: {
      newest: 'Newest first',
      oldest: 'Oldest first',
      popular: 'Most popular',
      title: 'Title',
    },
    unrequested: 'Not requested yet',
    emptyTitle: 'No books found',
    emptyText: 'The catalogue for {region} has nothing under this name. Try another region.',
    allRequested: 'Everything here is in the library or requested already.',
    showAll: 'Show all books',
    end: 'That is everything the catalogue has under this name.',
  },
} as const
