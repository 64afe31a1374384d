<?php
// For `php -S`: serves files as they are, and gives everything else to WordPress, as the rewrite rules of a web server do.
$root = $_SERVER['DOCUMENT_ROOT'];
$path = rawurldecode( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) ?: '/' );
if ( '/' !== $path && ( is_file( $root . $path ) || is_file( rtrim( $root . $path, '/' ) . '/index.php' ) ) ) {
	return false;
}
$_SERVER['SCRIPT_NAME'] = $_SERVER['PHP_SELF'] = '/index.php';
$_SERVER['SCRIPT_FILENAME'] = "$root/index.php";
require "$root/index.php";
