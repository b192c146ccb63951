/**
 * In it the page says at which path the browser has it, where that is not the one that the server was asked for: a
 * proxy in between has changed it.
 */
export const BROWSER_PATH_HEADER = 'x-earmark-path'
