import { StartError } from '#server/errors/start-error'

/** The error of a start on a database whose newest migration this build does not know. */
export const databaseIsNewer = () =>
  new StartError(
    'The database was written by a newer version of Earmark. Start that version or a later one, or restore a copy of the database from before the upgrade.',
  )
