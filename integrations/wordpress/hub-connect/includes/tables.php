<?php
/**
 * The tables of the plugin: codes, and attempts to exchange one.
 *
 * @package HubConnect
 */

defined( 'ABSPATH' ) || exit;

/** Changes with every change of the tables. */
const HUB_CONNECT_TABLES_VERSION = '1';

/**
 * Returns the name of the table of codes.
 *
 * @return string
 */
function hub_connect_codes_table() {
	global $wpdb;
	return $wpdb->prefix . 'hub_connect_codes';
}

/**
 * Returns the name of the table of attempts.
 *
 * @return string
 */
function hub_connect_attempts_table() {
	global $wpdb;
	return $wpdb->prefix . 'hub_connect_attempts';
}

/**
 * Creates the tables where they are missing: after an activation, an update, and on each new site of a network.
 *
 * A user has one row at most in the table of codes, so a new code replaces the old one. Codes need InnoDB: a code is
 * consumed and its key made in one transaction.
 */
function hub_connect_ensure_tables() {
	if ( HUB_CONNECT_TABLES_VERSION === get_option( 'hub_connect_tables_version' ) ) {
		return;
	}
	global $wpdb;
	require_once ABSPATH . 'wp-admin/includes/upgrade.php';
	$charset  = $wpdb->get_charset_collate();
	$codes    = hub_connect_codes_table();
	$attempts = hub_connect_attempts_table();
	dbDelta(
		"CREATE TABLE $codes (
		user_id bigint(20) unsigned NOT NULL,
		code_hash char(64) NOT NULL,
		expires_at datetime NOT NULL,
		PRIMARY KEY  (user_id),
		UNIQUE KEY code_hash (code_hash)
		) ENGINE=InnoDB $charset;"
	);
	dbDelta(
		"CREATE TABLE $attempts (
		client char(64) NOT NULL,
		attempts int(10) unsigned NOT NULL,
		window_ends_at datetime NOT NULL,
		PRIMARY KEY  (client),
		KEY window_ends_at (window_ends_at)
		) ENGINE=InnoDB $charset;"
	);
	update_option( 'hub_connect_tables_version', HUB_CONNECT_TABLES_VERSION );
}
register_activation_hook( HUB_CONNECT_FILE, 'hub_connect_ensure_tables' );
