/** Style sheets that pages import: the build makes files of them. */
declare module '*.css';
