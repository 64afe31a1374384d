<?php
/**
 * Removes what the plugin stored. Application passwords that services got stay: their users see and revoke them in their profiles.
 *
 * @package HubConnect
 */

defined( 'WP_UNINSTALL_PLUGIN' ) || exit;

/**
 * Removes the tables and the option of the current site.
 */
function hub_connect_uninstall_site() {
	global $wpdb;
	$wpdb->query( "DROP TABLE IF EXISTS {$wpdb->prefix}hub_connect_codes, {$wpdb->prefix}hub_connect_attempts" );
	delete_option( 'hub_connect_tables_version' );
}

if ( is_multisite() ) {
	foreach ( get_sites( array( 'fields' => 'ids', 'number' => 0 ) ) as $hub_connect_site_id ) {
		switch_to_blog( $hub_connect_site_id );
		hub_connect_uninstall_site();
		restore_current_blog();
	}
} else {
	hub_connect_uninstall_site();
}
