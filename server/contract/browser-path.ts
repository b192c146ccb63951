/**
 * The header in which a page sends the path seen by the browser, if a proxy has changed it on the way to the server.
 */
export const BROWSER_PATH_HEADER = 'x-earmark-path'
